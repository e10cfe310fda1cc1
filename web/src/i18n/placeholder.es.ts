import type { placeholderMessages } from './placeholder.en.js';
import type { Translated } from './translated.js';

export const placeholderEs = {
  placeholder: {
    auto: 'Auto',
    pet: 'Mascotas',
    home: 'Hogar',
    motorcycle: 'Motocicleta',
    renters: 'Inquilinos',
    title: '%{product}: los prospectos no tienen pantalla propia',
    text: 'Los prospectos de vida y de salud se trabajan desde sus paneles.',
    goLife: 'Ir a los prospectos de vida',
    goHealth: 'Ir a los prospectos de salud',
  },
} satisfies Translated<typeof placeholderMessages>;
