import { ResourcePage } from '../ResourcePage.js';
import { usePhonesView } from './usePhonesView.js';

/** The numbers that leads are called from, all states at once. */
export default function PhonesPage() {
  return <ResourcePage view={usePhonesView()} />;
}
