import { stat } from 'node:fs/promises';
import { root } from '../host/paths.ts';
import { packageVsix } from '../host/vsix.ts';
import { AT_ACTIVATION, SHIPPED, VSIX } from '../support/sizeBounds.ts';
import { codeSizes } from '../support/staticImports.ts';
import { type Figure, figure } from './measure.ts';

/** The sizes of what is loaded at activation, what ships, and what is downloaded. */
export async function bench(): Promise<Figure[]> {
  const { size } = await stat(await packageVsix());
  const { atActivation, shipped } = await codeSizes(root);
  const atMost = (name: string, kilobytes: number, most: number) =>
    figure(name, 'KB', [kilobytes], { target: { atMost: most } });
  return [
    atMost('Code loaded at activation', atActivation, AT_ACTIVATION),
    atMost('All shipped code', shipped, SHIPPED),
    atMost('The .vsix', size / 1000, VSIX),
  ];
}
