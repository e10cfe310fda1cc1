import type { openingHoursMessages } from './opening-hours.en.js';
import type { Translated } from './translated.js';

export const openingHoursEs = {
  openingHours: {
    title: 'Horario de atención',
    text: 'Los números compartidos se atienden en este horario; fuera de él, quienes llaman dejan un mensaje de voz. El número propio de un agente suena siempre que esté en línea.',
    timeHelp: 'Por ejemplo 08:00; deje ambos vacíos si está cerrado',
    save: 'Guardar',
  },
} satisfies Translated<typeof openingHoursMessages>;
