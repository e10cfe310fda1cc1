import { ResourcePage } from '../ResourcePage.js';
import { usePersonViews } from './usePersonViews.js';

/** Admins, and the people who check or run the office. */
export default function StaffPage() {
  const { staff } = usePersonViews();
  return <ResourcePage view={staff} />;
}
