import type { contactOverrideMessages } from './contact-override.en.js';
import type { Translated } from './translated.js';

export const contactOverrideEs = {
  contact: {
    allowTitle: '¿Permitir el contacto en contra de las reglas?',
    allowText: '%{reason}. Su nombre y el motivo quedan registrados.',
    reason: 'Motivo',
    channel: 'Canal',
    calls: 'Llamadas',
    texts: 'Textos',
    hours: 'Por cuánto tiempo',
    hour: '%{smart_count} hora |||| %{smart_count} horas',
    requestedOn: 'El cliente lo pidió el',
    reasonNeeded: 'Ingrese un motivo y la fecha en que el cliente lo pidió',
    callsAllowed: '%{by} permitió las llamadas hasta: %{time}',
    textsAllowed: '%{by} permitió los textos hasta: %{time}',
    emailsAllowed: '%{by} permitió los correos hasta: %{time}',
    because: '“%{reason}”',
    becauseOn: '“%{reason}”, pedido el %{date}',
    end: 'Terminar',
    endOf: 'Terminar: %{says}',
  },
} satisfies Translated<typeof contactOverrideMessages>;
