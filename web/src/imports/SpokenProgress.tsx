import { visuallyHidden } from '@mui/utils';
import type { LeadImport } from '@crm/contracts/entities/lead-import.js';
import { useRawLeadMessages } from '../i18n/raw-leads.en.js';
import { isRunning, percentDone, percentSent, spokenPercent } from './import-progress.rules.js';
import type { Upload } from './uploads.js';

/** Says how far upload and imports are to whoever listens, a tenth at a time. */
export function SpokenProgress({
  upload,
  imports,
  ending,
}: {
  upload: Upload | undefined;
  imports: readonly LeadImport[];
  /** How the import that ended last came out. */
  ending: string;
}) {
  const translate = useRawLeadMessages();
  const spoken = [
    ...(upload
      ? [
          `${translate('crm.imports.uploading', { file: upload.file })} ${String(spokenPercent(percentSent(upload)))}%`,
        ]
      : []),
    ...imports.filter(isRunning).map((known) => {
      const percent = spokenPercent(percentDone(known));
      return percent === undefined
        ? translate('crm.imports.progressUnknown', { file: known.file })
        : translate('crm.imports.progressSpoken', { file: known.file, percent });
    }),
    ...(ending === '' ? [] : [ending]),
  ];
  return (
    <div role="status" style={visuallyHidden}>
      {spoken.join('. ')}
    </div>
  );
}
