import { Suspense, type ReactElement } from 'react';
import { rights } from '@crm/contracts/access.js';
import type { User } from '@crm/contracts/entities/user.js';
import { placeholderProducts } from '../placeholders/placeholder-products.js';
import { lazyPart } from '../loading/lazy-part.js';
import { actorOf, useRight } from '../session/SessionContext.js';
import { mayEnter } from './route-rights.js';

/** Whom a page is fetched ahead for. */
const at = (path: string) => (user: User) => mayEnter(path, user);

const works = (user: User) => rights['leads:work'](actorOf(user));

const HomePage = lazyPart(() => import('../home/HomePage.js'));
const PlaceholderPage = lazyPart(() => import('../placeholders/PlaceholderPage.js'));
const SignInPage = lazyPart(() => import('../signin/SignInPage.js'));
const LeadPage = lazyPart(() => import('../lead-page/LeadPage.js'), works);
const LeadRecordPage = lazyPart(() => import('../lead-record/LeadRecordPage.js'));
const QuickAddPage = lazyPart(() => import('../leads/quick-add/QuickAddPage.js'));
const FloorPage = lazyPart(() => import('../floor/FloorPage.js'), at('/floor'));
const WallboardPage = lazyPart(() => import('../floor/WallboardPage.js'));
const StatisticPage = lazyPart(() => import('../stats/StatisticPage.js'), at('/statistic'));

/** A lead as those open it who work leads, and as those read it who do not. */
function LeadRoute() {
  return useRight('leads:work') ? <LeadPage /> : <LeadRecordPage />;
}

export interface PageRoute {
  path: string;
  element: ReactElement;
}

/** Pages inside the layout that are no resource's; `route-rights.ts` says who may open each, resources too. */
export const pages: readonly PageRoute[] = [
  { path: '/', element: <HomePage /> },
  { path: '/statistic', element: <StatisticPage /> },
  { path: '/floor', element: <FloorPage /> },
  { path: '/floor/wallboard', element: <WallboardPage /> },
  { path: '/lead/:id/*', element: <LeadRoute /> },
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
