/** The run of the engine that does the rows of a job. */
export function actionRunId(job: string): string {
  return `table-job-${job}`;
}
