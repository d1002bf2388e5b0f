-- Compared by bytes: a condition of the query may distinguish values that are equal in the column's collation.
create trigger {{trigger}} after update on {{table}}
        for each row if not (cast(old.{{column}} as binary) <=> cast(new.{{column}} as binary)) then
          {{record}}
        end if
