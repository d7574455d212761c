import { Disposable, type FileDecoration, type Uri } from './values.ts';

interface Provider {
  readonly onDidChangeFileDecorations: (
    listener: (uris: readonly Uri[] | undefined) => unknown,
  ) => Disposable;
  provideFileDecoration(uri: Uri): FileDecoration | undefined;
}

/**
 * Decorations as the editor handles them. It requests each once when its row comes in sight, again
 * when a change of its address is reported, and all in sight if a change names no address.
 */
export class FakeDecorations {
  readonly #known = new Set<string>();
  #provider: Provider | undefined;
  #inSight: readonly Uri[] = [];
  /** The path of each address whose decoration was requested, in order. */
  readonly requested: string[] = [];

  register(provider: Provider): Disposable {
    this.#provider = provider;
    const following = provider.onDidChangeFileDecorations((uris) => {
      if (uris) for (const uri of uris) this.#ask(uri);
      else {
        this.#known.clear();
        this.look(this.#inSight);
      }
    });
    this.look(this.#inSight);
    return new Disposable(() => {
      following.dispose();
      this.#provider = undefined;
      this.#known.clear();
    });
  }

  look(uris: readonly Uri[]): void {
    this.#inSight = uris;
    for (const uri of uris) if (!this.#known.has(uri.toString())) this.#ask(uri);
  }

  drawn(uri: Uri): FileDecoration | undefined {
    return this.#provider?.provideFileDecoration(uri);
  }

  #ask(uri: Uri): void {
    if (!this.#provider) return;
    this.requested.push(uri.path);
    this.#known.add(uri.toString());
    this.#provider.provideFileDecoration(uri);
  }
}
