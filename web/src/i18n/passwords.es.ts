import type { passwordMessages } from './passwords.en.js';
import type { Translated } from './translated.js';

export const passwordEs = {
  password: {
    stays: 'Deje ambas vacías para conservar la actual',
    generate: 'Generar contraseña',
    show: 'Mostrar contraseñas',
    hide: 'Ocultar contraseñas',
    copy: 'Copiar contraseña',
    copied: 'Contraseña copiada',
    copyFailed: 'No se pudo copiar. Cópiela del campo.',
  },
} satisfies Translated<typeof passwordMessages>;
