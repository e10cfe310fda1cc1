import { Suspense, type ReactElement } from 'react';
import type { User } from '@crm/contracts/entities/user.js';
import { LeadDashboard } from './leads/LeadDashboard.js';
import { placeholderProducts } from './placeholders/placeholder-products.js';
import { lazyPart } from './loading/lazy-part.js';
import { mayEnter } from './routing/route-rights.js';

/** Whom a page is fetched ahead for. */
const at = (path: string) => (user: User) => mayEnter(path, user);

const HomePage = lazyPart(() => import('./home/HomePage.js'));
const PlaceholderPage = lazyPart(() => import('./placeholders/PlaceholderPage.js'));
const SignInPage = lazyPart(() => import('./signin/SignInPage.js'));
const LeadPage = lazyPart(() => import('./leads/lead-page/LeadPage.js'));
const ContactRulesPage = lazyPart(() => import('./contact-rules/ContactRulesPage.js'), at('/contact-rules'));
const PrivacyPage = lazyPart(() => import('./privacy/PrivacyPage.js'), at('/privacy'));
const SystemPage = lazyPart(() => import('./system/SystemPage.js'), at('/system'));
const ListsPage = lazyPart(() => import('./reference/ListsPage.js'), at('/reference'));
const QuickAddPage = lazyPart(() => import('./leads/quick-add/QuickAddPage.js'));
const GuideLeadsPage = lazyPart(() => import('./guide/GuideLeadsPage.js'), at('/guide/leads'));
const MissedCallsPage = lazyPart(
  () => import('./missed-calls/MissedCallsPage.js'),
  at('/guide/missed-calls'),
);
const StatisticPage = lazyPart(() => import('./stats/StatisticPage.js'), at('/statistic'));

export interface PageRoute {
  path: string;
  element: ReactElement;
}

/** Pages inside the layout that are no resource's; `routing/route-rights.ts` says who may open each, resources too. */
export const pages: readonly PageRoute[] = [
  { path: '/', element: <HomePage /> },
  { path: '/life', element: <LeadDashboard type={2} /> },
  { path: '/health', element: <LeadDashboard type={4} /> },
  { path: '/contact-rules', element: <ContactRulesPage /> },
  { path: '/reference', element: <ListsPage /> },
  { path: '/privacy', element: <PrivacyPage /> },
  { path: '/system', element: <SystemPage /> },
  { path: '/statistic', element: <StatisticPage /> },
  { path: '/guide/leads', element: <GuideLeadsPage /> },
  { path: '/guide/missed-calls', element: <MissedCallsPage /> },
  { path: '/lead/:id/*', element: <LeadPage /> },
  ...placeholderProducts.map((product) => ({
    path: `/${product}`,
    element: <PlaceholderPage product={product} />,
  })),
];

/** Pages that stand alone, whoever comes. */
export const pagesWithoutLayout: readonly PageRoute[] = [
  {
    path: '/signin',
    element: (
      <Suspense fallback={null}>
        <SignInPage />
      </Suspense>
    ),
  },
  {
    path: '/leads/upload',
    element: (
      <Suspense fallback={null}>
        <QuickAddPage />
      </Suspense>
    ),
  },
];
