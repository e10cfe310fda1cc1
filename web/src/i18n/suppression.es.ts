import type { suppressionMessages } from './suppression.en.js';
import type { Translated } from './translated.js';

export const suppressionEs = {
  suppression: {
    title: 'Listas de exclusión',
    emptyText:
      'Cargue la lista nacional, la de un estado o una propia. Sin ninguna no se revisa ningún número.',
    add: 'Cargar una lista',
    uploadTitle: 'Cargar una lista',
    uploadText:
      'Un archivo CSV con un número en cada línea. Sustituye a la lista del mismo tipo cuando se carga completo.',
    upload: 'Cargar',
    chooseFirst: 'Primero elija un archivo',
    chooseState: 'Elija un estado',
    fillIn: 'Ingrese un nombre y la fecha de la lista',
    lists: 'Listas de exclusión',
    removeTitle: '¿Quitar esta lista?',
    removeText: '%{name} deja de cerrar sus números. Queda registrada sin ellos.',
    removeNow: 'Quitar',
  },
} satisfies Translated<typeof suppressionMessages>;
