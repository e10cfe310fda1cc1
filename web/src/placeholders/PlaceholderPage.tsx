import CategoryOutlined from '@mui/icons-material/CategoryOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { EmptyState } from '../controls/EmptyState.js';
import { usePlaceholderMessages } from '../i18n/placeholder.en.js';
import { PageCard } from '../controls/PageCard.js';
import { PageHead } from '../controls/PageHead.js';
import { dashboardFor } from '../routing/dashboards.js';
import { useCurrentUser } from '../session/SessionContext.js';
import type { placeholderProducts } from './placeholder-products.js';

/** A product that has an address and no screen of its own (rule A14). */
export default function PlaceholderPage({ product }: { product: (typeof placeholderProducts)[number] }) {
  const translate = usePlaceholderMessages();
  const dashboard = dashboardFor(useCurrentUser());
  const name = translate(`crm.placeholder.${product}`);
  return (
    <>
      <PageHead title={name} />
      <PageCard>
        <EmptyState
          icon={<CategoryOutlined />}
          title={translate('crm.placeholder.title', { product: name })}
          text={translate('crm.placeholder.text')}
          actions={
            dashboard && (
              <Button variant="contained" component={Link} to={dashboard}>
                {translate(dashboard === '/life' ? 'crm.placeholder.goLife' : 'crm.placeholder.goHealth')}
              </Button>
            )
          }
        />
      </PageCard>
    </>
  );
}
