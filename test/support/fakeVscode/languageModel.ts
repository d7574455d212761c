import { CancellationError, EventEmitter, type MarkdownString } from './values.ts';

export class LanguageModelTextPart {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

export class LanguageModelToolResult {
  readonly content: readonly unknown[];

  constructor(content: readonly unknown[]) {
    this.content = content;
  }
}

interface FakeToken {
  readonly isCancellationRequested: boolean;
  readonly onCancellationRequested: EventEmitter<void>['event'];
}

export class CancellationTokenSource {
  readonly #canceled = new EventEmitter<void>();
  readonly token: { isCancellationRequested: boolean } & FakeToken = {
    isCancellationRequested: false,
    onCancellationRequested: this.#canceled.event,
  };

  get listeners(): number {
    return this.#canceled.listeners;
  }

  cancel(): void {
    this.token.isCancellationRequested = true;
    this.#canceled.fire();
  }
}

export interface ToolQuestion {
  readonly title: string;
  readonly message: MarkdownString;
}

export interface FakeTool {
  prepareInvocation(
    options: { readonly input: object },
    token: FakeToken,
  ): Promise<{ readonly invocationMessage: string; readonly confirmationMessages?: ToolQuestion }>;
  invoke(
    options: { readonly input: object; readonly toolInvocationToken: undefined },
    token: FakeToken,
  ): Promise<LanguageModelToolResult>;
}

/** The registered tools, and the questions before one is used. */
export class FakeTools {
  readonly registered = new Map<string, FakeTool>();
  readonly questions: ToolQuestion[] = [];
  agree: () => boolean | Promise<boolean> = () => true;

  /** Uses a tool as the editor does for an agent. Resolves with the text of its result. */
  async invoke(
    name: string,
    given: object = {},
    { token } = new CancellationTokenSource(),
  ): Promise<string> {
    const tool = this.registered.get(name);
    if (!tool) throw new Error(`Tool ${name} does not have an implementation registered.`);
    // The editor runs in another process, so the extension gets a copy of the input.
    const input = () => structuredClone(given);
    const prepared = await tool.prepareInvocation({ input: input() }, token);
    const { confirmationMessages: question } = prepared;
    if (question) {
      this.questions.push(question);
      if (!(await this.agree())) throw new CancellationError();
    }
    const result = await tool.invoke({ input: input(), toolInvocationToken: undefined }, token);
    return result.content
      .map((part) => (part instanceof LanguageModelTextPart ? part.value : ''))
      .join('');
  }
}
