import ts from 'typescript';

/** A change of one token of a source text. */
export interface Mutation {
  /** The offset of the token in the text, in UTF-16 units. */
  readonly start: number;
  readonly token: string;
  /** The replacement; empty to remove the token. */
  readonly replacement: string;
  /** The offset of the expression, which runs whenever a change of the token can matter. */
  readonly offset: number;
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
  const source = ts.createSourceFile('mutated.ts', text, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    const add = (start: number, token: string, replacement: string | undefined) => {
      if (replacement === undefined) return;
      found.push({ start, token, replacement, offset: node.getStart() });
    };
    if (ts.isBinaryExpression(node) && !joinsText(node)) {
      const token = node.operatorToken.getText();
      add(node.operatorToken.getStart(), token, operators[token]);
    } else if (ts.isPrefixUnaryExpression(node)) {
      const token = text.slice(node.getStart(), node.operand.getStart()).trim();
      const counting = { '!': '', '++': '--', '--': '++' }[token];
      add(node.getStart(), token, counting);
    } else if (ts.isPostfixUnaryExpression(node)) {
      const token = text.slice(node.operand.getEnd(), node.getEnd()).trim();
      add(node.getEnd() - token.length, token, token === '++' ? '--' : '++');
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) {
      add(node.getStart(), 'true', 'false');
    } else if (node.kind === ts.SyntaxKind.FalseKeyword) {
      add(node.getStart(), 'false', 'true');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.sort((one, other) => one.start - other.start);
}

/** The text with the mutation carried out. */
export function mutated(text: string, { start, token, replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(start + token.length);
}

function joinsText({ operatorToken, left, right }: ts.BinaryExpression): boolean {
  const isText = (node: ts.Expression): boolean =>
    ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    (ts.isBinaryExpression(node) && joinsText(node));
  return operatorToken.kind === ts.SyntaxKind.PlusToken && (isText(left) || isText(right));
}
