import { createTheme } from '@mui/material/styles';
import { darkTheme } from './dark.js';
import { lightTheme } from './light.js';
import { tokens, type HueName } from './tokens.js';

const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string) => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

describe.each(['light', 'dark'] as const)('the %s theme', (mode) => {
  const look = tokens[mode];
  const grounds = [look.surface.canvas, look.surface.base, look.surface.raised];
  const hues = Object.keys(look.hue) as HueName[];

  it.each(['primary', 'secondary', 'tertiary'] as const)('reads well: %s text', (weight) => {
    for (const ground of grounds) expect(contrast(look.text[weight], ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(hues)('reads well: %s on its chip and its tint', (name) => {
    const { fg, chip, tint } = look.hue[name];
    expect(contrast(fg, chip)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(fg, tint)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(look.text.primary, tint)).toBeGreaterThanOrEqual(4.5);
  });

  it('reads well: words on filled buttons, and the words of a button that is off', () => {
    for (const { main, on } of [look.brand, look.call, look.danger]) {
      expect(contrast(on, main)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(look.text.tertiary, look.hue.neutral.chip)).toBeGreaterThanOrEqual(4.5);
  });

  it('shows borders of inputs and the focus ring', () => {
    for (const ground of grounds) {
      expect(contrast(look.border.control, ground)).toBeGreaterThanOrEqual(3);
      expect(contrast(look.focus, ground)).toBeGreaterThanOrEqual(3);
    }
  });

  it('keeps our own keys through the component library', () => {
    const theme = createTheme(mode === 'light' ? lightTheme : darkTheme);
    expect(theme.palette.mode).toBe(mode);
    expect(theme.palette.primary.main).toBe(look.brand.main);
    expect(theme.palette.hue.green.edge).toBe(look.hue.green.edge);
    expect(theme.palette.text.tertiary).toBe(look.text.tertiary);
    expect(theme.palette.panel.live).toBe(look.panel.live);
    expect(theme.size.topBar).toBe(56);
    expect(theme.shadows).toHaveLength(25);
    expect(theme.typography.script.fontSize).toBe('1rem');
  });
});
