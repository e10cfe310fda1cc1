import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export interface Limits {
  connectMs: number;
  readMs: number;
  totalMs: number;
}

export interface HttpAnswer {
  status: number;
  type: string;
  body: Buffer;
}

/** No response: `ct` if no connection was established, `rt` if the response timed out. */
export class NoAnswer extends Error {
  constructor(
    readonly how: 'ct' | 'rt',
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause));
  }
}

const largestAnswer = 32 * 1024 * 1024;

export interface HttpCaller {
  call(
    target: { url: URL; method: string; headers: Record<string, string>; body: string | undefined },
    limits: Limits,
  ): Promise<HttpAnswer>;
  close(): void;
}

export function createHttpCaller(): HttpCaller {
  const http = new HttpAgent({ keepAlive: true });
  const https = new HttpsAgent({ keepAlive: true });
  let isClosed = false;
  return {
    call: ({ url, method, headers, body }, limits) =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new NoAnswer('ct', 'The carrier has stopped'));
          return;
        }
        let isConnected = false;
        const secure = url.protocol === 'https:';
        const send = secure ? httpsRequest : httpRequest;
        const request = send(url, { method, headers, agent: secure ? https : http }, (answer) => {
          const parts: Buffer[] = [];
          let size = 0;
          answer.on('data', (part: Buffer) => {
            size += part.length;
            if (size > largestAnswer) request.destroy(new Error('The answer is too large'));
            else parts.push(part);
          });
          answer.on('close', () => {
            clear();
            if (!answer.complete) reject(new NoAnswer('rt', 'The answer was cut off'));
          });
          answer.on('end', () => {
            clear();
            resolve({
              status: answer.statusCode ?? 0,
              type: answer.headers['content-type'] ?? '',
              body: Buffer.concat(parts),
            });
          });
        });
        const giveUp = (why: string) => () => request.destroy(new Error(why));
        const total = setTimeout(giveUp('No answer within the total limit'), limits.totalMs);
        const connecting = setTimeout(giveUp('No connection in time'), limits.connectMs);
        let reading: NodeJS.Timeout | undefined;
        const clear = () => {
          clearTimeout(total);
          clearTimeout(connecting);
          clearTimeout(reading);
        };
        const connected = () => {
          isConnected = true;
          clearTimeout(connecting);
          reading = setTimeout(giveUp('No answer in time'), limits.readMs);
        };
        request.on('socket', (socket) => {
          if (socket.connecting) socket.once(secure ? 'secureConnect' : 'connect', connected);
          else connected();
        });
        request.on('error', (error) => {
          clear();
          reject(new NoAnswer(isConnected ? 'rt' : 'ct', error));
        });
        request.end(body);
      }),
    close: () => {
      isClosed = true;
      http.destroy();
      https.destroy();
    },
  };
}
