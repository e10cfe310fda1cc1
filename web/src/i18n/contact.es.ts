import type { contactMessages } from './contact.en.js';
import type { Translated } from './translated.js';

export const contactEs = {
  contact: {
    asking: 'Verificando el permiso…',
    unknown: 'No se pudo verificar el permiso. Intente de nuevo en un momento',
    none: 'Sin número',
    callAndText: 'Se puede llamar y enviar textos',
    call: 'Se puede llamar',
    text: 'Se pueden enviar textos',
    mayNot: 'No se puede contactar',
    mayNotCall: 'Sin llamadas',
    mayNotText: 'Sin textos',
    from: 'Llamadas y textos desde: %{time}',
    callsFrom: 'Llamadas desde: %{time}',
    textsFrom: 'Textos desde: %{time}',
    secondPhone: 'Segundo teléfono',
    allow: 'Permitir',
  },
} satisfies Translated<typeof contactMessages>;
