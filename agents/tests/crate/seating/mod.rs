mod familiarity;
mod seated;
mod variants;
