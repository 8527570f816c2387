/** What stands for the ID of a step; the browser of a signed-in reader puts in one of theirs. */
export const anyStepId = 'YOUR_STEP_ID';
