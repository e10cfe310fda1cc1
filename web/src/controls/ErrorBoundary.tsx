import { Component, type ReactNode } from 'react';
import { ErrorPage } from './ErrorPage.js';

/** How browsers tell that a part of the application is not there any more, as after a new version was rolled out. */
const isMissingPart = (error: unknown): boolean =>
  error instanceof TypeError && /\bmodule\b/i.test(error.message);

const reloadPage = () => {
  window.location.reload();
};

interface Props {
  /** Another page is another chance: when this changes, the error is forgotten. */
  resetKey: string;
  children: ReactNode;
  reload?: () => void;
}

/** Keeps a page that fails from taking everything around it along. */
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
    // What could not be fetched once is not asked for again by this page.
    const { reload = reloadPage } = this.props;
    const goOn = () => {
      this.setState({ failure: null });
    };
    return <ErrorPage onRetry={isMissingPart(failure.error) ? reload : goOn} />;
  }
}
