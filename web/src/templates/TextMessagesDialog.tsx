import { OwnRecordsDialog } from '../resources/OwnRecordsDialog.js';
import { useSmsTemplateView } from './useTemplateViews.js';

/** The texts to choose from: seen, written, changed and removed. */
export default function TextMessagesDialog({ onClose }: { onClose: () => void }) {
  return <OwnRecordsDialog view={useSmsTemplateView()} onClose={onClose} />;
}
