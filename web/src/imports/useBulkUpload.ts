import { useQueryClient } from '@tanstack/react-query';
import { useLogoutIfAccessDenied } from '../session/AccessDenied.js';
import type { FileConsent } from '@crm/contracts/customers/consent.js';
import type { BulkUploadFields, LeadImport } from '@crm/contracts/entities/lead-import.js';
import { uploadBulkCsv } from '@crm/contracts/http/imports.js';
import { useRawLeadMessages } from '../i18n/raw-leads.en.js';
import { useShowAnswer, useShowRefusal } from '../notifications/useShowAnswer.js';
import { refusalOf } from '../http/http-client.js';
import { jsonOf, useFileCall } from '../http/browser-call.js';
import { importsKey } from './useImports.js';
import { useUploads } from './uploads.js';

export interface BulkOrder extends Pick<BulkUploadFields, 'delimiter' | 'lt'> {
  file: File;
  /** What proves the consent of all of its persons. */
  consent?: FileConsent;
}

/** How an upload came out; a refused one with the fields that are wrong, by name. */
export type BulkOutcome =
  | { kind: 'started' | 'cancelled' }
  | { kind: 'refused'; errors: Record<string, string> };

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Uploads a file of leads. What the server says of it is shown, whatever page one is on by then. */
export function useBulkUpload(): (order: BulkOrder) => Promise<BulkOutcome> {
  const uploads = useUploads();
  const call = useFileCall();
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  const showRefusal = useShowRefusal();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const translate = useRawLeadMessages();

  return async ({ file, delimiter, lt, consent = {} }) => {
    const body = new FormData();
    // The server reads as it receives: what it is told of the file stands before it.
    body.append('delimiter', delimiter);
    body.append('lt', lt);
    for (const [name, value] of Object.entries(consent)) body.append(name, [value].flat().join(','));
    body.append('file', file, file.name);
    const { method, path: url } = uploadBulkCsv;
    try {
      const answer = await uploads.run(file, async (onSent, signal) =>
        uploadBulkCsv.answer.parse(await jsonOf(await call({ method, url, body, onSent, signal }))),
      );
      showAnswer(answer);
      // Known at once, so that its end is told even where it comes before the list is read again.
      client.setQueryData<LeadImport[]>(importsKey, (all) => all && [answer.import, ...all]);
      void client.invalidateQueries({ queryKey: importsKey });
      return { kind: 'started' };
    } catch (error) {
      if (isAbort(error)) {
        showAnswer({ status: 'info', message: translate('crm.imports.cancelled') });
        return { kind: 'cancelled' };
      }
      if (!(await logoutIfAccessDenied(error))) showRefusal(error);
      return { kind: 'refused', errors: refusalOf(error)?.errors ?? {} };
    }
  };
}
