import { createContext, useCallback, useContext } from 'react';
import { errorAnswer } from '@crm/contracts/errors.js';
import type { Method } from '@crm/contracts/endpoint/endpoint.js';
import { HttpError } from 'react-admin';
import { unreachableMessage } from './http-client.js';
import { useSession } from '../session/SessionContext.js';

export interface BrowserCall {
  method: Method;
  url: string;
  token: string | null;
  /** A form, or JSON as text. */
  body?: FormData | string;
  /** Told how many bytes of the body have left the browser. */
  onSent?: (bytes: number) => void;
  signal?: AbortSignal;
}

export interface BrowserAnswer {
  status: number;
  body: Blob;
}

/** Makes a call; rejects only where no answer came. */
export type MakeBrowserCall = (call: BrowserCall) => Promise<BrowserAnswer>;

/** By XMLHttpRequest: `fetch` does not tell how far an upload is. The browser streams the file from the disk. */
export const callByXhr: MakeBrowserCall = ({ method, url, token, body, onSent, signal }) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new DOMException('Cancelled', 'AbortError'));
      return;
    }
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'blob';
    request.setRequestHeader('Accept', 'application/json, text/csv');
    request.setRequestHeader('X-Request-Id', crypto.randomUUID());
    if (typeof body === 'string') request.setRequestHeader('Content-Type', 'application/json');
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
    if (onSent) {
      const notify = ({ loaded }: ProgressEvent) => {
        onSent(loaded);
      };
      request.upload.addEventListener('progress', notify);
      // All has left: not every browser tells a last step of it.
      request.upload.addEventListener('load', notify);
    }
    const abort = () => {
      request.abort();
    };
    signal?.addEventListener('abort', abort);
    request.addEventListener('loadend', () => {
      signal?.removeEventListener('abort', abort);
    });
    request.addEventListener('load', () => {
      const answer: unknown = request.response;
      resolve({ status: request.status, body: answer instanceof Blob ? answer : new Blob() });
    });
    request.addEventListener('abort', () => {
      reject(new DOMException('Cancelled', 'AbortError'));
    });
    request.addEventListener('error', () => {
      reject(new HttpError(unreachableMessage, 0));
    });
    request.send(body ?? null);
  });

/** How calls with a file in them leave the browser; tests bring a server of their own. */
export const BrowserCallContext = createContext<MakeBrowserCall>(callByXhr);

const textOf = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      resolve(typeof reader.result === 'string' ? reader.result : '');
    });
    reader.addEventListener('error', () => {
      reject(reader.error ?? new Error('The answer cannot be read'));
    });
    reader.readAsText(blob);
  });

/** The JSON of an answer; undefined where it is none of ours. */
export async function jsonOf(body: Blob): Promise<unknown> {
  try {
    return JSON.parse(await textOf(body)) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Makes calls that bring a file or fetch one, as the signed-in user. A refusal rejects with the same error as any other
 * call's: its body is the error envelope.
 */
export function useFileCall(): (call: Omit<BrowserCall, 'token'>) => Promise<Blob> {
  const make = useContext(BrowserCallContext);
  const session = useSession();
  return useCallback(
    async (call) => {
      const { status, body } = await make({ ...call, token: session.token() });
      if (status >= 200 && status < 300) return body;
      const refusal = errorAnswer.safeParse(await jsonOf(body));
      throw refusal.success
        ? new HttpError(refusal.data.message, status, refusal.data)
        : new HttpError(unreachableMessage, status);
    },
    [make, session],
  );
}
