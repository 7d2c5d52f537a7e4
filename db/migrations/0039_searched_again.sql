UPDATE "search_entries" SET "title" = "title"
  WHERE "title" || ' ' || "body" ~ '[ς\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]';
