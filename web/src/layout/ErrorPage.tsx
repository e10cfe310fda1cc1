import ExploreOffOutlined from '@mui/icons-material/ExploreOffOutlined';
import ReportGmailerrorredOutlined from '@mui/icons-material/ReportGmailerrorredOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { EmptyState } from '../controls/EmptyState.js';
import { useWords } from '../i18n/useWords.js';
import { PageCard } from './PageCard.js';
import { PageHead } from './PageHead.js';

/** What stands in place of a page that failed to draw itself. */
export const ErrorPage = ({ onRetry }: { onRetry: () => void }) => {
  const words = useWords();
  return (
    <PageCard role="alert">
      <EmptyState
        icon={<ReportGmailerrorredOutlined />}
        title={words('crm.error.title')}
        text={words('crm.error.text')}
        actions={
          <>
            <Button variant="contained" onClick={onRetry}>
              {words('crm.action.retry')}
            </Button>
            <Button variant="outlined" component={Link} to="/">
              {words('crm.action.goHome')}
            </Button>
          </>
        }
      />
    </PageCard>
  );
};

/** The page of an address that nothing stands at. */
export const NotFound = () => {
  const words = useWords();
  return (
    <>
      <PageHead title={words('crm.error.notFoundTitle')} />
      <PageCard>
        <EmptyState
          icon={<ExploreOffOutlined />}
          title={words('crm.error.notFoundTitle')}
          text={words('crm.error.notFoundText')}
          actions={
            <Button variant="contained" component={Link} to="/">
              {words('crm.action.goHome')}
            </Button>
          }
        />
      </PageCard>
    </>
  );
};
