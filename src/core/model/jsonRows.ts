import { text } from './members.ts';
import type { Collection, JsonObject, Project } from './model.ts';

/*
 * Rows as they were received. Their members are read off the source whenever somebody asks, and not
 * copied: of tens of thousands of rows that are held, a few are looked at, and each copy would be
 * held, and moved by the garbage collector, for all of them.
 */

abstract class ReceivedRow {
  readonly key: string;
  readonly source: JsonObject;
  readonly content: string | undefined;

  /** @param content see `ListRow`. */
  constructor(key: string, source: JsonObject, content?: string) {
    this.key = key;
    this.source = source;
    this.content = content;
  }

  get mintAddress() {
    return text(this.source.mintAddress);
  }

  get name() {
    return text(this.source.name);
  }

  get description() {
    return text(this.source.description);
  }

  get image() {
    return text(this.source.image);
  }
}

export class ReceivedProject extends ReceivedRow implements Project {
  readonly id: string | undefined;

  constructor(key: string, id: string | undefined, source: JsonObject, content?: string) {
    super(key, source, content);
    this.id = id;
  }

  renamed(key: string): ReceivedProject {
    return new ReceivedProject(key, this.id, this.source, this.content);
  }

  get kind() {
    return 'project' as const;
  }

  get symbol() {
    return text(this.source.symbol);
  }

  get animationUrl() {
    return text(this.source.animationUrl);
  }

  get transferable() {
    const { transferable } = this.source;
    return typeof transferable === 'boolean' ? transferable : undefined;
  }

  get status() {
    return text(this.source.status);
  }
}

export class ReceivedCollection extends ReceivedRow implements Collection {
  renamed(key: string): ReceivedCollection {
    return new ReceivedCollection(key, this.source, this.content);
  }

  get kind() {
    return 'collection' as const;
  }

  get uri() {
    return text(this.source.uri);
  }

  get ownerAddress() {
    return text(this.source.ownerAddress);
  }
}
