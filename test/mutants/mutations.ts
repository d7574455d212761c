import ts from 'typescript';

/** A change of one token of a source text. */
export interface Mutation {
  /** The offset of the token in the text, in UTF-16 units. */
  readonly start: number;
  readonly token: string;
  /** The replacement; empty to remove the token. */
  readonly replacement: string;
  /** The offsets of the expression that is evaluated in another way. */
  readonly from: number;
  readonly end: number;
}

/** A mutation of a source. */
export interface Mutant extends Mutation {
  readonly source: string;
  readonly line: number;
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
  visit(ts.createSourceFile('mutated.ts', text, ts.ScriptTarget.Latest, true));
  return found.sort((one, other) => one.start - other.start);
}

/** The text with one of its mutations. An operator still takes the operands that it took. */
export function withMutation(
  text: string,
  { from, start, token, replacement, end }: Mutation,
): string {
  const left = text.slice(from, start);
  const right = text.slice(start + token.length, end);
  const isBinary = left !== '' && right !== '';
  const mutated = isBinary ? `((${left})${replacement}(${right}))` : left + replacement + right;
  return text.slice(0, from) + mutated + text.slice(end);
}

function mutationOf(node: ts.Node): Mutation | undefined {
  const mutation = (start: number, token: string, replacement: string | undefined) =>
    replacement === undefined
      ? undefined
      : { start, token, replacement, from: node.getStart(), end: node.getEnd() };
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
