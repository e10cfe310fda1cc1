import type { ReactNode } from 'react';
import { act } from '@testing-library/react';
import type { FakeServer } from './FakeServer.js';
import { BrowserCallContext, type MakeBrowserCall } from '../http/browser-call.js';
import { createUploads, UploadsContext } from '../imports/uploads.js';

/** Carries files between the browser and the server of a test. While it is held, the test says how far a file is. */
export class FakeUpload {
  isHeld = false;
  private release: () => void = () => undefined;
  private reportSent: (bytes: number) => void = () => undefined;

  constructor(private readonly server: FakeServer) {}

  readonly call: MakeBrowserCall = async ({ method, url, token, body, onSent, signal }) => {
    if (onSent) this.reportSent = onSent;
    if (this.isHeld) {
      await new Promise<void>((resolve, reject) => {
        this.release = resolve;
        signal?.addEventListener('abort', () => {
          reject(new DOMException('Cancelled', 'AbortError'));
        });
      });
    }
    const headers = { Authorization: `Bearer ${token ?? ''}` };
    const response = await this.server.fetch(url, { method, headers, ...(body && { body }) });
    return { status: response.status, body: new Blob([await response.text()]) };
  };

  /** So many bytes have left. */
  async send(bytes: number): Promise<void> {
    await act(async () => {
      this.reportSent(bytes);
    });
  }

  /** The rest has left, and the server answers. */
  async finish(): Promise<void> {
    await act(async () => {
      this.release();
    });
  }

  readonly around = (part: ReactNode) => (
    <BrowserCallContext.Provider value={this.call}>
      <UploadsContext.Provider value={this.uploads}>{part}</UploadsContext.Provider>
    </BrowserCallContext.Provider>
  );
  private readonly uploads = createUploads();
}
