/** A rejection in Twilio's format: HTTP status, error code, one sentence. */
export class RestError extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
  ) {
    super(message);
  }

  get body() {
    return {
      code: this.code,
      message: this.message,
      more_info: `https://www.twilio.com/docs/errors/${String(this.code)}`,
      status: this.status,
    };
  }
}

export const notFound = (path: string) =>
  new RestError(404, 20404, `The requested resource ${path} was not found`);

export const notInProgress = () => new RestError(400, 21220, 'Call is not in-progress. Cannot redirect.');
