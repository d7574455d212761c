import ts from 'typescript';

/**
 * The messages in a source that `l10n.t` translates, by their keys in the bundles: the text itself, or
 * `text/comment` if it has a comment.
 * @throws if the text of a message is not a literal, so that nobody could translate it.
 */
export function messagesIn(source: string): ReadonlyMap<string, string> {
  const messages = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'l10n.t') {
      const [message] = node.arguments;
      if (message) add(message);
    }
    ts.forEachChild(node, visit);
  };
  const add = (message: ts.Expression) => {
    if (!ts.isObjectLiteralExpression(message)) {
      messages.set(literal(message), literal(message));
      return;
    }
    const members = new Map(
      message.properties
        .filter((one) => ts.isPropertyAssignment(one))
        .map((one) => [one.name.getText(), one.initializer]),
    );
    const text = literal(members.get('message'));
    const comment = members.get('comment');
    const comments =
      comment && ts.isArrayLiteralExpression(comment) ? comment.elements.map(literal) : [];
    messages.set([text, comments.join('')].join('/'), text);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  return messages;
}

function literal(node: ts.Node | undefined): string {
  if (node && ts.isStringLiteralLike(node)) return node.text;
  throw new Error(`A message is not a literal: ${node?.getText() ?? 'nothing'}`);
}
