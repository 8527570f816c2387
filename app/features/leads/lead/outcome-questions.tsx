'use client';

import { useEffect } from 'react';
import { late } from '#app/_ui/late.tsx';
import { closeQuestion, useQuestion } from '#app/features/leads/ask-outcome.ts';

const OutcomeQuestion = late(async () => (await import('./outcome-question.tsx')).OutcomeQuestion);

/** The question about the lead that was ended last on a board or in a list. */
export function OutcomeQuestions() {
  const question = useQuestion();
  useEffect(() => () => closeQuestion(), []);

  return (
    question && (
      <OutcomeQuestion key={`${question.leadId} ${question.outcome}`} question={question} />
    )
  );
}
