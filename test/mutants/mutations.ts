import ts from 'typescript';

/** A change of one token of a source text. */
export interface Mutation {
  /** The offset of the token in the text, in UTF-16 units. */
  readonly start: number;
  readonly token: string;
  /** The replacement; empty to remove the token. */
  readonly replacement: string;
}

/** The replacement of each operator. A comparison keeps its direction. */
const operators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '+=': '-=',
  '-=': '+=',
};

/**
 * Every mutation of a TypeScript text, in the order of the text: operators, boundaries of
 * comparisons, `++` and `--`, negations (removed) and booleans. Types are not changed, nor is a `+`
 * that joins texts.
 */
export function mutationsOf(text: string): Mutation[] {
  const found: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    const mutation = mutationOf(node);
    if (mutation) found.push(mutation);
    ts.forEachChild(node, visit);
  };
  visit(parsed(text));
  return found.sort((one, other) => one.start - other.start);
}

/**
 * The text with each of these mutations beside what it changes. It is evaluated instead where the
 * global function `isMutated` returns true for its number.
 */
export function withSwitches(
  text: string,
  mutations: readonly (Mutation & { readonly id: number })[],
): string {
  const ids = new Map(mutations.map(({ start, id }) => [start, id]));
  const written = (node: ts.Node): string => {
    const mutation = ts.isTypeNode(node) ? undefined : mutationOf(node);
    const id = mutation && ids.get(mutation.start);
    if (id === undefined) return withChildren(node);
    const { token, replacement } = mutation!;
    return `(isMutated(${id}) ? ${form(node, replacement)} : ${form(node, token)})`;
  };
  const form = (node: ts.Node, token: string): string => {
    if (ts.isBinaryExpression(node))
      return `(${written(node.left)}) ${token} (${written(node.right)})`;
    if (ts.isPrefixUnaryExpression(node)) return token + written(node.operand);
    if (ts.isPostfixUnaryExpression(node)) return written(node.operand) + token;
    return token;
  };
  const withChildren = (node: ts.Node): string => {
    let result = '';
    let end = node.getStart();
    ts.forEachChild(node, (child) => {
      result += text.slice(end, child.getStart()) + written(child);
      end = child.getEnd();
    });
    return result + text.slice(end, node.getEnd());
  };
  const source = parsed(text);
  return text.slice(0, source.getStart()) + written(source);
}

function parsed(text: string): ts.SourceFile {
  return ts.createSourceFile('mutated.ts', text, ts.ScriptTarget.Latest, true);
}

/** The mutation of this node, not of those in it. */
function mutationOf(node: ts.Node): Mutation | undefined {
  const mutation = (start: number, token: string, replacement: string | undefined) =>
    replacement === undefined ? undefined : { start, token, replacement };
  if (ts.isBinaryExpression(node)) {
    const token = node.operatorToken.getText();
    const replacement = joinsText(node) ? undefined : operators[token];
    return mutation(node.operatorToken.getStart(), token, replacement);
  }
  if (ts.isPrefixUnaryExpression(node)) {
    const token = node
      .getText()
      .slice(0, node.operand.getStart() - node.getStart())
      .trim();
    return mutation(node.getStart(), token, { '!': '', '++': '--', '--': '++' }[token]);
  }
  if (ts.isPostfixUnaryExpression(node)) {
    const token = node.getText().slice(-2);
    return mutation(node.getEnd() - 2, token, token === '++' ? '--' : '++');
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return mutation(node.getStart(), 'true', 'false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) return mutation(node.getStart(), 'false', 'true');
  return undefined;
}

function joinsText({ operatorToken, left, right }: ts.BinaryExpression): boolean {
  const isText = (node: ts.Expression): boolean =>
    ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    (ts.isBinaryExpression(node) && joinsText(node));
  return operatorToken.kind === ts.SyntaxKind.PlusToken && (isText(left) || isText(right));
}
