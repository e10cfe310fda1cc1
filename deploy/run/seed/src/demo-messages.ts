import type { z } from 'zod';
import type { migrateTexts } from '@crm/contracts/http/messaging.js';
import type { emailTemplates, smsTemplates } from '@crm/contracts/resources/template.js';

type MigratedText = z.input<NonNullable<typeof migrateTexts.body>>['texts'][number];

/** Texts that every agent of the demo has to choose from. */
export const demoSmsTemplates: readonly Omit<z.input<typeof smsTemplates.creation>, 'user_id'>[] = [
  {
    title: 'Missed you',
    text: 'Hello {{lead.first_name}}, this is {{agent.first_name}} about your quote. When may I call you back?',
    text_es:
      'Hola, {{lead.first_name}}, le escribe {{agent.first_name}} por su cotización. ¿Cuándo puedo devolverle la llamada?',
  },
  {
    title: 'Quote is ready',
    text: 'Good news, {{lead.first_name}}: your quote for {{lead.state}} is ready. You reach me at {{agent.phone}}.',
    text_es:
      'Buenas noticias, {{lead.first_name}}: su cotización para {{lead.state}} está lista. Puede llamarme al {{agent.phone}}.',
  },
];

/** E-mails that every agent of the demo has to choose from. */
export const demoEmailTemplates: readonly Omit<z.input<typeof emailTemplates.creation>, 'user_id'>[] = [
  {
    name: 'Introduction',
    title: 'Your request at {{agency.name}}',
    text: '<p>Dear {{lead.fullname}},</p><p>thank you for asking us about cover in {{lead.state}}. I am your agent, and I will call you within a day.</p><p>{{agent.fullname}}<br />{{agent.phone}}</p>',
    title_es: 'Su solicitud a {{agency.name}}',
    text_es:
      '<p>Estimado/a {{lead.fullname}}:</p><p>Gracias por consultarnos sobre un seguro en {{lead.state}}. Estoy a cargo de su solicitud y le llamaré en el transcurso de un día.</p><p>{{agent.fullname}}<br />{{agent.phone}}</p>',
  },
  {
    name: 'Quote',
    title: 'Your quote, {{lead.first_name}}',
    text: '<p>Dear {{lead.fullname}},</p><p>here is what we spoke of. Please answer this e-mail, or call me at {{agent.phone}}, whenever you have a question.</p><p>{{agent.fullname}}</p>',
  },
];

const talks: readonly (readonly [0 | 1, string])[][] = [
  [
    [0, 'Good morning, I have three quotes for you. When is a good time to talk?'],
    [1, 'After five is best, I am at work until then.'],
    [0, 'I will call you at a quarter past five.'],
    [1, 'Thank you. My wife will be on the line too.'],
  ],
  [
    [1, 'Is the price the same if I pay by the year?'],
    [0, 'A little less: a year at once saves about four percent.'],
    [1, 'Please send me both by e-mail then.'],
  ],
];

/** Two conversations of an agent over the last days; the customer's last word of each is not read yet. */
export function demoTalks(
  owner: { user_id: string; lead_ids: readonly string[] },
  now: Date,
): MigratedText[] {
  return talks.flatMap((lines, talk) => {
    const lead_id = owner.lead_ids[talk];
    if (lead_id === undefined) return [];
    const began = now.getTime() - (talk + 1) * 26 * 3600 * 1000;
    return lines.map(([is_client_message, text], line) => ({
      external_id: `demo:${owner.user_id}:${String(talk)}:${String(line)}`,
      lead_id,
      user_id: owner.user_id,
      text,
      is_client_message,
      read_status: is_client_message === 1 && line === lines.length - 1 ? (0 as const) : (1 as const),
      at: new Date(began + line * 7 * 60_000).toISOString(),
    }));
  });
}
