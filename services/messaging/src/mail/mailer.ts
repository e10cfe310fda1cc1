import { mkdir, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Logger } from '@crm/platform/log/logger.js';
import type { MessagingConfig } from '../config.js';

export interface Letter {
  id: string;
  messageId: string;
  /** Earlier ones to the same customer, the first one first. */
  references: readonly string[];
  from: { name: string; address: string };
  to: { name: string; address: string };
  title: string;
  html: string;
  text: string;
}

/** What opens a mailbox of a user's own. */
export interface MailboxKeys {
  clientId: string;
  clientSecret: string;
  refreshToken: string;
  accessToken: string;
}

export interface DroppedMail {
  file: string;
  to: string;
  from: string;
  title: string;
  at: string;
}

/** What became of a letter: out, refused for certain, or nobody knows. */
export type Posted = 'sent' | { failed: string };

export interface Mailer {
  /** Sends one letter: from the user's own mailbox where its keys are given, else by the house's way. Never throws. */
  post(
    letter: Letter,
    mailbox: { keys: MailboxKeys; saveToken: (accessToken: string) => Promise<void> } | undefined,
  ): Promise<Posted>;
  /** What was laid down on this machine, the last one first; undefined where letters go out. */
  dropped(): Promise<DroppedMail[] | undefined>;
}

/** A letter is answered to while somebody waits for it. */
const patience = {
  connectionTimeout: 8_000,
  greetingTimeout: 8_000,
  socketTimeout: 15_000,
  dnsTimeout: 5_000,
};
const maxListed = 100;
const headingForm = z.object({ to: z.string(), from: z.string(), title: z.string() });
const failure = z.object({ message: z.string() }).catch({ message: 'unknown' });

const envelopeOf = ({ messageId, references, from, to, title, html, text }: Letter) => ({
  messageId,
  from,
  to,
  subject: title,
  html,
  text,
  ...(references.length === 0 ? {} : { references: [...references], inReplyTo: references.at(-1) ?? '' }),
  // What is in a letter was written by people: nothing of it is read from this machine or fetched from elsewhere.
  disableFileAccess: true,
  disableUrlAccess: true,
});

async function layDown(folder: string, letter: Letter): Promise<void> {
  await mkdir(folder, { recursive: true });
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail(envelopeOf(letter));
  const file = join(folder, `${letter.id}.eml`);
  if (!Buffer.isBuffer(message)) throw new Error('A composed letter is a buffer');
  // In one step: whoever lists the folder never finds half a letter; its heading lies beside it.
  const heading = {
    to: letter.to.address,
    from: letter.from.address,
    title: letter.title,
  };
  await writeFile(`${file}.json`, JSON.stringify(heading));
  await writeFile(`${file}.new`, message);
  await rename(`${file}.new`, file);
}

async function listDropped(folder: string): Promise<DroppedMail[]> {
  await mkdir(folder, { recursive: true });
  // Names are ids, which grow with time.
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  const newest = files.slice(-maxListed).reverse();
  return Promise.all(
    newest.map(async (file) => {
      const heading = headingForm.parse(JSON.parse(await readFile(join(folder, `${file}.json`), 'utf8')));
      const { mtime } = await stat(join(folder, file));
      return { ...heading, file, at: mtime.toISOString() };
    }),
  );
}

/** How e-mails leave: a user's own mailbox, the house's mail server, or a folder of this machine. */
export function createMailer(config: MessagingConfig['mail'], log: Logger): Mailer {
  const { smtpUrl, dropFolder, oauthSmtpUrl, oauthTokenUrl } = config;

  async function throughMailbox(
    letter: Letter,
    { keys, saveToken }: NonNullable<Parameters<Mailer['post']>[1]>,
  ): Promise<void> {
    const transport = createTransport({
      url: oauthSmtpUrl,
      ...patience,
      auth: { type: 'OAuth2', user: letter.from.address, ...keys, accessUrl: oauthTokenUrl },
    });
    const kept: Promise<void>[] = [];
    transport.on('token', ({ accessToken }: { accessToken: string }) => {
      kept.push(
        saveToken(accessToken).catch((error: unknown) => {
          log.warn(
            { err: error },
            'refreshed mailbox token could not be saved; the next e-mail refreshes it again',
          );
        }),
      );
    });
    try {
      await transport.sendMail(envelopeOf(letter));
    } finally {
      await Promise.all(kept);
      transport.close();
    }
  }

  async function throughServer(letter: Letter, url: string): Promise<void> {
    const transport = createTransport({ url, ...patience });
    try {
      await transport.sendMail(envelopeOf(letter));
    } finally {
      transport.close();
    }
  }

  async function deliver(letter: Letter, mailbox: Parameters<Mailer['post']>[1]): Promise<void> {
    if (mailbox !== undefined) await throughMailbox(letter, mailbox);
    else if (smtpUrl !== undefined) await throughServer(letter, smtpUrl);
    else if (dropFolder !== undefined) await layDown(dropFolder, letter);
    else throw new Error('no mail server is set up');
  }

  return {
    post: async (letter, mailbox) => {
      try {
        await deliver(letter, mailbox);
        return 'sent';
      } catch (error) {
        log.warn({ err: error, email: letter.id }, 'e-mail could not be sent');
        return { failed: failure.parse(error).message.slice(0, 300) };
      }
    },
    dropped: async () =>
      smtpUrl === undefined && dropFolder !== undefined ? listDropped(dropFolder) : undefined,
  };
}
