import type { statusDialogMessages } from './status-dialog.en.js';
import type { Translated } from './translated.js';

export const statusDialogEs = {
  status: {
    title: 'Estatus',
    now: '%{name} · actual',
    notNewLead: 'Elija otro estatus',
    nextKey: 'Mayús+Enter',
    saveAndNext: 'Guardar y siguiente',
    completes: 'Siguiente: completa este prospecto',
    group: {
      'Pre-Contact': 'Antes del contacto',
      'Pre-Quote': 'Antes de la cotización',
      'After Quote': 'Después de la cotización',
      'After Submitted': 'Después de la solicitud',
    },
  },
} satisfies Translated<typeof statusDialogMessages>;
