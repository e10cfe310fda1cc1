import './augmentation.js';
import type { RaThemeOptions } from 'react-admin';
import { components } from './components.js';
import { tokens } from './tokens.js';

type Step = keyof typeof tokens.type;
type ShadowList = NonNullable<RaThemeOptions['shadows']>;

const rem = (px: number) => `${String(px / 16)}rem`;

const step = (name: Step) => {
  const { size, line, weight, tracking } = tokens.type[name];
  return {
    fontSize: rem(size),
    lineHeight: rem(line),
    fontWeight: weight,
    letterSpacing: tracking === 0 ? 'normal' : rem(tracking),
  };
};

const typography = {
  fontFamily: tokens.font.family,
  fontSize: 14,
  fontWeightMedium: 500,
  fontWeightBold: 600,
  h1: step('display'),
  h2: step('figure'),
  h3: step('title'),
  h4: step('heading'),
  h5: step('heading'),
  h6: step('subhead'),
  subtitle1: step('subhead'),
  subtitle2: { ...step('data'), fontWeight: 600 },
  body1: step('body'),
  body2: step('data'),
  button: { ...step('data'), fontWeight: 600, textTransform: 'none' },
  caption: step('label'),
  overline: { ...step('micro'), textTransform: 'none' },
  script: step('script'),
} as const;

/** MUI's 25 shadows map to three: card, menu, dialog. */
const shadowsOf = (elevation: { 1: string; 2: string; 3: string }): ShadowList => {
  const menus = Array.from({ length: 14 }, () => elevation[2]);
  const dialogs = Array.from({ length: 9 }, () => elevation[3]);
  return ['none', elevation[1], ...menus, ...dialogs] as unknown as ShadowList;
};

/** The options of a theme, with MUI's keys and our own. */
export function themeOptions(mode: 'light' | 'dark'): RaThemeOptions {
  const look = tokens[mode];
  const elevation = tokens.elevation[mode];
  return {
    palette: {
      mode,
      primary: { main: look.brand.main, dark: look.brand.hover, contrastText: look.brand.on },
      secondary: { main: look.text.secondary, contrastText: look.surface.base },
      success: { main: look.call.main, dark: look.call.hover, contrastText: look.call.on },
      error: { main: look.danger.main, dark: look.danger.hover, contrastText: look.danger.on },
      warning: { main: look.hue.orange.fg },
      info: { main: look.hue.blue.fg },
      background: { default: look.surface.canvas, paper: look.surface.base },
      text: look.text,
      divider: look.border.subtle,
      action: { hover: look.surface.hover, selected: look.brand.selected, active: look.text.secondary },
      surface: look.surface,
      border: look.border,
      brand: { tint: look.brand.tint, selected: look.brand.selected },
      hue: look.hue,
      panel: look.panel,
      signIn: look.signIn,
      busy: look.busy,
      flash: look.flash,
      focus: look.focus,
      scrim: look.scrim,
    },
    spacing: 8,
    shape: { borderRadius: tokens.radius.control },
    breakpoints: {
      values: {
        xs: 0,
        sm: 600,
        md: tokens.breakpoint.compact,
        lg: tokens.breakpoint.laptop,
        xl: tokens.breakpoint.wide,
      },
    },
    typography,
    shadows: shadowsOf(elevation),
    transitions: {
      duration: {
        shortest: tokens.motion.quick,
        shorter: tokens.motion.quick,
        short: tokens.motion.base,
        standard: tokens.motion.base,
        complex: tokens.motion.enter,
        enteringScreen: tokens.motion.enter,
        leavingScreen: tokens.motion.quick,
      },
      easing: {
        easeInOut: tokens.motion.easeOut,
        easeOut: tokens.motion.easeOut,
        easeIn: tokens.motion.easeIn,
        sharp: tokens.motion.easeOut,
      },
    },
    motion: { reducedMotion: 'system' },
    sidebar: { width: tokens.size.drawer, closedWidth: tokens.size.rail },
    radius: tokens.radius,
    size: tokens.size,
    elevation,
    timing: tokens.motion,
    tabular: { fontVariantNumeric: 'tabular-nums', letterSpacing: rem(-0.2) },
    components,
  };
}
