import { consentInput, type ConsentInput } from './consent.js';
import { isSaid, noCertificate } from './consent.rules.js';
import type { ContactChannel } from './contact.js';
import { pacificDate, readPlainDate } from '../time/pacific.js';

/** What the cells of a row say of a consent, as they are written. */
export type ConsentCells = Partial<Record<keyof ConsentInput, string>>;

const channelWords: Readonly<Record<string, ContactChannel>> = {
  ...{ call: 'call', calls: 'call', phone: 'call', voice: 'call' },
  ...{ text: 'text', texts: 'text', sms: 'text' },
  ...{ email: 'email', emails: 'email', 'e-mail': 'email', 'e-mails': 'email' },
};

/** Channels as a cell lists them; undefined for a word that is none. */
function readChannels(text: string): string[] {
  const words = text.toLowerCase().split(/[\s,;/|+&]+|\band\b/);
  return words.filter((word) => word !== '').map((word) => channelWords[word] ?? word);
}

/** A time as files have it, in UTC unless it says where; of a plain day its noon. */
function readTime(text: string): string {
  const day = readPlainDate(text);
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  const time = new Date(day === undefined ? zoned.replace(' ', 'T') : `${day}T12:00:00.000Z`);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}

const readers: Partial<Record<keyof ConsentInput, (text: string) => unknown>> = {
  channels: readChannels,
  consent_at: readTime,
  consent_expires_at: readTime,
};

/**
 * Reads what the cells of a row say of a consent, whether or not that proves one; undefined where they say nothing. What
 * is wrong is named by field. `today` is a plain date, after which nobody has agreed yet.
 */
export function readConsentCells(
  cells: ConsentCells,
  today: string,
): { consent: ConsentInput | undefined } | { faults: { field: keyof ConsentInput; message: string }[] } {
  const names = consentInput.keyof().options;
  const given = names.flatMap((name) => {
    const text = cells[name] ?? '';
    return text === '' ? [] : [[name, readers[name]?.(text) ?? text] as const];
  });
  const read = consentInput.safeParse(Object.fromEntries(given));
  if (!read.success) {
    const wrong = new Set(read.error.issues.map(({ path }) => path[0]));
    return {
      faults: names
        .filter((name) => wrong.has(name))
        .map((field) => ({ field, message: `is not valid: ${cells[field] ?? ''}` })),
    };
  }
  const consent = read.data;
  const faults = [
    ...(noCertificate(consent)
      ? [{ field: 'trustedform_cert_url' as const, message: 'names no certificate' }]
      : []),
    ...(consent.consent_at !== undefined && pacificDate(new Date(consent.consent_at)) > today
      ? [{ field: 'consent_at' as const, message: 'is in the future' }]
      : []),
  ];
  if (faults.length > 0) return { faults };
  return { consent: isSaid(consent) ? consent : undefined };
}
