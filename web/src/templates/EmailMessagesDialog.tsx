import { OwnRecordsDialog } from '../resources/OwnRecordsDialog.js';
import { useEmailTemplateView } from './useTemplateViews.js';

/** The e-mails to choose from: seen, written, changed and removed. */
export default function EmailMessagesDialog({ onClose }: { onClose: () => void }) {
  return <OwnRecordsDialog view={useEmailTemplateView()} onClose={onClose} />;
}
