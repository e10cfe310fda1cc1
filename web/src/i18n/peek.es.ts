import type { peekMessages } from './peek.en.js';
import type { Translated } from './translated.js';

export const peekEs = {
  peek: {
    actions: 'Acciones para %{name}',
    call: 'Llamar',
    text: 'Texto',
    status: 'Estatus',
    peek: 'Vista previa',
    open: 'Abrir prospecto',
    close: 'Cerrar la vista previa',
    label: 'Vista previa de %{name}',
    callRow: 'Llamar al prospecto enfocado',
    textRow: 'Escribir un texto al prospecto enfocado',
    statusRow: 'Definir el estatus del prospecto enfocado',
    spaceKey: 'Espacio',
    enterKey: 'Enter',
    followup: 'Próximo seguimiento',
    noFollowup: 'Ninguno',
    latest: 'Lo más reciente',
    quote: 'Cotización',
    until: 'Hasta %{time}',
  },
} satisfies Translated<typeof peekMessages>;
