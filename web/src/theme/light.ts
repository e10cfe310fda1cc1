import { themeOptions } from './theme-options.js';

export const lightTheme = themeOptions('light');
