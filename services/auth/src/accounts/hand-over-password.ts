import { rmSync, writeFileSync } from 'node:fs';
import type { Logger } from '@crm/platform/log/logger.js';

/** Brings a one-time password to the person who runs the system. */
export type HandOverPassword = (email: string, password: string) => void;

/** What is said beside a one-time password. */
export const oneTimeWords = 'One-time password, valid for one session: sign in and change it';

/**
 * For a service that is a process of its own: its password goes to the terminal where it was started by hand. Where
 * nobody sits, what it prints is kept by somebody, so the password goes into a file that its owner alone reads; the log
 * says which.
 */
export const handOverPassword =
  (options: {
    file: string;
    log: Logger;
    terminal?: { isTTY?: boolean; write(text: string): unknown };
  }): HandOverPassword =>
  (email, password) => {
    const { file, log, terminal = process.stdout } = options;
    if (terminal.isTTY === true) {
      terminal.write(`${email} ${password}\n${oneTimeWords}\n`);
      return;
    }
    // Made anew, so that nobody laid it down before to read along.
    rmSync(file, { force: true });
    writeFileSync(file, `${email} ${password}\n`, { mode: 0o600, flag: 'wx' });
    // Whatever level is configured: unseen, it would leave a system that nobody can enter.
    log
      .child({}, { level: 'warn' })
      .warn({ email, file }, 'the one-time password of this admin is in a file');
  };
