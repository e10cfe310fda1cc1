import { lazy, Suspense, type ReactElement } from 'react';
import { LeadDashboard } from './leads/LeadDashboard.js';
import { placeholderProducts } from './placeholders/placeholder-products.js';

const HomePage = lazy(() => import('./home/HomePage.js'));
const PlaceholderPage = lazy(() => import('./placeholders/PlaceholderPage.js'));
const SignInPage = lazy(() => import('./signin/SignInPage.js'));
const LeadPage = lazy(() => import('./leads/lead-page/LeadPage.js'));
const PartnersPage = lazy(() => import('./partners/PartnersPage.js'));
const ContactRulesPage = lazy(() => import('./contact-rules/ContactRulesPage.js'));
const PrivacyPage = lazy(() => import('./privacy/PrivacyPage.js'));
const SystemPage = lazy(() => import('./system/SystemPage.js'));
const ListsPage = lazy(() => import('./reference/ListsPage.js'));
const QuickAddPage = lazy(() => import('./leads/quick-add/QuickAddPage.js'));
const RecordsPage = lazy(() => import('./records/RecordsPage.js'));
const GuideLeadsPage = lazy(() => import('./guide/GuideLeadsPage.js'));
const MissedCallsPage = lazy(() => import('./missed-calls/MissedCallsPage.js'));
const InboxPage = lazy(() => import('./inbox/InboxPage.js'));
const StatisticPage = lazy(() => import('./stats/StatisticPage.js'));
const DealsPage = lazy(() => import('./stats/DealsPage.js'));
const FollowupsPage = lazy(() => import('./followups/FollowupsPage.js'));
const RawLeadsPage = lazy(() => import('./raw-leads/RawLeadsPage.js'));

export interface PageRoute {
  path: string;
  element: ReactElement;
}

/** Pages inside the layout; `routing/route-rights.ts` says who may open each. */
export const pages: readonly PageRoute[] = [
  { path: '/', element: <HomePage /> },
  { path: '/life', element: <LeadDashboard type={2} /> },
  { path: '/health', element: <LeadDashboard type={4} /> },
  { path: '/partners', element: <PartnersPage /> },
  { path: '/contact-rules', element: <ContactRulesPage /> },
  { path: '/reference', element: <ListsPage /> },
  { path: '/privacy', element: <PrivacyPage /> },
  { path: '/system', element: <SystemPage /> },
  { path: '/raw-leads', element: <RawLeadsPage /> },
  { path: '/inbox', element: <InboxPage /> },
  { path: '/follow-ups', element: <FollowupsPage /> },
  { path: '/records', element: <RecordsPage /> },
  { path: '/statistic', element: <StatisticPage /> },
  { path: '/deals', element: <DealsPage /> },
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
