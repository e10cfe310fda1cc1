import type { conflictMessages } from './conflict.en.js';
import type { Translated } from './translated.js';

export const conflictEs = {
  conflict: {
    title: 'Dos personas cambiaron los mismos campos',
    text: 'Elija qué valores conservar. Todo lo demás se combinó.',
    textBy: '%{name} guardó primero. Elija qué valores conservar. Todo lo demás se combinó.',
    mine: 'El suyo',
    theirs: 'Guardado',
    nothing: 'vacío',
    allMine: 'Todos los suyos',
    allTheirs: 'Todos los guardados',
    back: 'Volver al formulario',
    left: 'Falta %{smart_count} elección |||| Faltan %{smart_count} elecciones',
    save: 'Guardar de nuevo',
  },
} satisfies Translated<typeof conflictMessages>;
