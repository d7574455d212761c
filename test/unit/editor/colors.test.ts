import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'mocha';
import { manifestText } from '../../support/manifest.ts';
import { root } from '../../host/paths.ts';

const THEMES = ['dark', 'light', 'highContrast', 'highContrastLight'] as const;

interface Contributed {
  readonly id: string;
  readonly defaults: Readonly<Partial<Record<(typeof THEMES)[number], string>>>;
}

const { contributes } = JSON.parse(manifestText()) as {
  readonly contributes: { readonly colors: readonly Contributed[] };
};
const colors = new Map(contributes.colors.map(({ id, defaults }) => [id, defaults]));

/** The hue in degrees and the luminance (WCAG) of `#rrggbb`. */
function measured(hex: string) {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = rgb;
  const [most, least] = [Math.max(...rgb), Math.min(...rgb)];
  const linear = rgb.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  const [r = 0, g = 0, b = 0] = linear;
  return {
    isRedMost: red === most && blue === least,
    hue: (60 * (green - blue)) / (most - least),
    luminance: 0.2126 * r + 0.7152 * g + 0.0722 * b,
  };
}

describe('Colours', () => {
  it('every colour has a value in all four kinds of themes', () => {
    for (const [id, defaults] of colors) {
      for (const theme of THEMES) assert.ok(defaults[theme], `${id} in ${theme}`);
    }
  });

  it('every colour that the source names is contributed', () => {
    const files = globSync('src/**/*.ts', { cwd: root });
    const named = files.flatMap((file) => {
      const text = readFileSync(`${root}/${file}`, 'utf8');
      return [...text.matchAll(/'(mintscope\.(?:failed|warning|changed))'/g)].map(([, id]) => id!);
    });
    assert.deepEqual([...new Set(named)].sort(), [...colors.keys()].sort());
  });

  it('warnings are orange, apart from the green of confirmed, and can be seen', () => {
    const backgrounds = { dark: 0.013, light: 0.94, highContrast: 0, highContrastLight: 1 };
    for (const theme of THEMES) {
      const { isRedMost, hue, luminance } = measured(colors.get('mintscope.warning')![theme]!);
      assert.ok(isRedMost && hue >= 15 && hue <= 40, `${theme}: ${hue}`);
      const [light, dark] = [luminance, backgrounds[theme]].sort((one, other) => other - one);
      assert.ok((light! + 0.05) / (dark! + 0.05) >= 3, theme);
    }
  });

  it('failures have the colour of errors of the theme', () => {
    const { dark, light, highContrast, highContrastLight } = colors.get('mintscope.failed')!;
    assert.deepEqual([dark, light], ['list.errorForeground', 'list.errorForeground']);
    assert.deepEqual([highContrast, highContrastLight], ['errorForeground', 'errorForeground']);
  });
});
