import { themeOptions } from './theme-options.js';

export const darkTheme = themeOptions('dark');
