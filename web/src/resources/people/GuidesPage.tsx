import { ResourcePage } from '../ResourcePage.js';
import { usePersonViews } from './usePersonViews.js';

/** The guides, whose leads a dialler rings. */
export default function GuidesPage() {
  const { guides } = usePersonViews();
  return <ResourcePage view={guides} />;
}
