import type { Figure } from './measure.ts';

const HEAD = ['figure', 'Mintscope', 'floor or rival', 'ratio', 'target', 'met'] as const;

/** The table as text, its columns aligned. */
export function asText(figures: readonly Figure[]): string {
  const lines = [HEAD, ...figures.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The table as Markdown, for `README.md` beside this file. */
export function asMarkdown(figures: readonly Figure[]): string {
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [line(HEAD), line(HEAD.map(() => '---')), ...figures.map((one) => line(cells(one)))].join(
    '\n',
  );
}

function cells(one: Figure): string[] {
  const { name, unit, value, spread, rival, ratio, target, met } = one;
  return [
    name,
    quantity(value, spread, unit),
    rival ? `${rival.name}: ${quantity(rival.value, rival.spread, unit)}` : '',
    ratio === undefined ? '' : `${ratio.toFixed(2)}×`,
    target ?? '',
    met === undefined ? '' : met ? 'yes' : 'no',
  ];
}

function quantity(value: number, spread: number | undefined, unit: string): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const around = spread === undefined ? '' : ` ± ${spread.toFixed(digits)}`;
  return `${value.toFixed(digits)}${around} ${unit}`;
}
