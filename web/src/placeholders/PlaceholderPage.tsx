import CategoryOutlined from '@mui/icons-material/CategoryOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { EmptyState } from '../controls/EmptyState.js';
import { usePlaceholderWords } from '../i18n/placeholder.en.js';
import { PageCard } from '../layout/PageCard.js';
import { PageHead } from '../layout/PageHead.js';
import { dashboardFor } from '../routing/dashboards.js';
import { useCurrentUser } from '../session/SessionContext.js';
import type { placeholderProducts } from './placeholder-products.js';

/** A product that has an address and no screen of its own (account-and-shell section 2). */
export default function PlaceholderPage({ product }: { product: (typeof placeholderProducts)[number] }) {
  const words = usePlaceholderWords();
  const dashboard = dashboardFor(useCurrentUser());
  const name = words(`crm.placeholder.${product}`);
  return (
    <>
      <PageHead title={name} />
      <PageCard>
        <EmptyState
          icon={<CategoryOutlined />}
          title={words('crm.placeholder.title', { product: name })}
          text={words('crm.placeholder.text')}
          actions={
            dashboard && (
              <Button variant="contained" component={Link} to={dashboard}>
                {words(dashboard === '/life' ? 'crm.placeholder.goLife' : 'crm.placeholder.goHealth')}
              </Button>
            )
          }
        />
      </PageCard>
    </>
  );
}
