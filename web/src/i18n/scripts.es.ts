import type { scriptMessages } from './scripts.en.js';
import type { Translated } from './translated.js';

export const scriptEs = {
  script: {
    fexName: 'Gastos finales',
    termName: 'Vida a término',
    healthName: 'Cobertura de salud',
    choose: 'Guion',
    position: 'Sección %{section} de %{count}',
    progress: 'Secciones del guion',
    prev: 'Anterior',
    next: 'Siguiente',
    ask: 'Pregunte y espere:',
    note: 'Para usted:',
    objection: 'Si dice:',
    unknown: 'Aún no se sabe: pregúntelo',
    custom: {
      add: 'Agregar un guion propio',
      untitled: 'Guion %{number}',
      editTitle: 'Editar guion',
      empty: 'Primero escriba algo',
      edit: 'Editar',
      delete: 'Eliminar',
      deleteTitle: 'Eliminar guion',
      deleteText: '“%{name}” se elimina de forma permanente.',
      gone: 'Este guion fue eliminado.',
    },
    editor: {
      toolbar: 'Formato',
      heading: 'Título',
      bold: 'Negrita',
      italic: 'Cursiva',
      underline: 'Subrayado',
      bullets: 'Lista con viñetas',
      numbers: 'Lista numerada',
      quote: 'Cita',
      undo: 'Deshacer',
      redo: 'Rehacer',
    },
  },
} satisfies Translated<typeof scriptMessages>;
