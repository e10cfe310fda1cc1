import { Component, type ReactNode } from 'react';
import { ErrorPage } from './ErrorPage.js';

/** How browsers report a chunk that no longer exists, as after a deployment. */
const isMissingPart = (error: unknown): boolean =>
  error instanceof TypeError && /\bmodule\b/i.test(error.message);

const reloadPage = () => {
  window.location.reload();
};

interface Props {
  /** Resets the error when it changes, for example on navigation. */
  resetKey: string;
  children: ReactNode;
  reload?: () => void;
}

/** Keeps an error in a page from taking down the whole application. */
export class ErrorBoundary extends Component<Props, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidUpdate({ resetKey }: Props): void {
    if (this.state.failure && resetKey !== this.props.resetKey) this.setState({ failure: null });
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    // The browser does not retry a failed import within the same page.
    const { reload = reloadPage } = this.props;
    const goOn = () => {
      this.setState({ failure: null });
    };
    return <ErrorPage onRetry={isMissingPart(failure.error) ? reload : goOn} />;
  }
}
