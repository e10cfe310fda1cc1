import FolderZipOutlined from '@mui/icons-material/FolderZipOutlined';
import type { EvidenceSubject } from '@crm/contracts/http/evidence.js';
import { IconAction } from '../controls/IconAction.js';
import { useEvidenceMessages } from '../i18n/evidence.en.js';
import { useEvidencePack } from './useEvidencePack.js';

/** The button of a row for the evidence pack of whom it is about. */
export function EvidenceAction({ subject, name }: { subject: EvidenceSubject; name: string }) {
  const translate = useEvidenceMessages();
  const { download, isPending } = useEvidencePack();
  return (
    <IconAction
      label={translate('crm.evidence.packOf', { name })}
      isOff={isPending}
      onClick={() => {
        download(subject);
      }}
    >
      <FolderZipOutlined />
    </IconAction>
  );
}
