import ExploreOffOutlined from '@mui/icons-material/ExploreOffOutlined';
import ReportGmailerrorredOutlined from '@mui/icons-material/ReportGmailerrorredOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { EmptyState } from './EmptyState.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { PageCard } from './PageCard.js';
import { PageHead } from './PageHead.js';

/** Shown instead of a page that failed to render. */
export const ErrorPage = ({ onRetry }: { onRetry: () => void }) => {
  const translate = useTranslate();
  return (
    <PageCard role="alert">
      <EmptyState
        icon={<ReportGmailerrorredOutlined />}
        title={translate('crm.error.title')}
        text={translate('crm.error.text')}
        actions={
          <>
            <Button variant="contained" onClick={onRetry}>
              {translate('crm.action.retry')}
            </Button>
            <Button variant="outlined" component={Link} to="/">
              {translate('crm.action.goHome')}
            </Button>
          </>
        }
      />
    </PageCard>
  );
};

/** The page of an unknown route. */
export const NotFound = () => {
  const translate = useTranslate();
  return (
    <>
      <PageHead title={translate('crm.error.notFoundTitle')} />
      <PageCard>
        <EmptyState
          icon={<ExploreOffOutlined />}
          title={translate('crm.error.notFoundTitle')}
          text={translate('crm.error.notFoundText')}
          actions={
            <Button variant="contained" component={Link} to="/">
              {translate('crm.action.goHome')}
            </Button>
          }
        />
      </PageCard>
    </>
  );
};
